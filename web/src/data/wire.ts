// What the endpoints send: the service's own response shapes, as they arrive.
import type * as compliance from '../../../src/compliance/response.ts'
import type * as malware from '../../../src/malware/response.ts'
import type * as posture from '../../../src/posture/response.ts'
import type { Wire } from '../../../src/shapes.ts'

export type Malware = Wire<malware.MalwareResponse>
export type Posture = Wire<posture.PostureResponse>
/** With how many days it was asked for. */
export type PostureOver = Posture & { readonly days: number }
export type Summary = Wire<compliance.SummaryResponse>
export type ServerDetails = Wire<compliance.ServerResponse>
export type Findings = Wire<compliance.FindingsResponse>
export type Categories = Wire<compliance.CategoriesResponse>
export type History = Wire<compliance.HistoryResponse>

export type Detection = Malware['active_detections'][number]
export type PostureDay = Posture['history'][number]
export type PostureNow = Posture['current']
export type ServerSummary = Summary['servers'][number]
export type ServerFinding = ServerDetails['findings'][number]
export type OpenFinding = Findings['findings'][number]
export type CategoryRow = Categories['all_categories'][number]
export type HistoryItem = History['all_history'][number]

export type Severity = Detection['severity']
export type SeverityCounts = Record<Severity, number>
