// The thread in which readers run.
import { workerData } from 'piscina'
import { answering } from './answering.ts'
import { stepBack } from './stepping-back.ts'
import type { WorkerData } from './task.ts'

const answer = answering(workerData as WorkerData, stepBack)

// The same, whatever the name of a task: see LONG.
export { answer as default, answer as long, answer as toAll }
