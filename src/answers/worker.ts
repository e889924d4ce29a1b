// The thread in which readers run.
import { workerData } from 'piscina'
import { answering } from './answering.ts'
import type { WorkerData } from './task.ts'

export default answering(workerData as WorkerData)
