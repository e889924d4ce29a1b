// How do we stand, why, is it getting better, what to fix first, and can it be believed.
import { useFindings, useMalware, usePosture, useSummary } from '../../data/answers.ts'
import { Panel } from '../../parts/panel.tsx'
import { Shown } from '../../parts/shown.tsx'
import { ViewHead } from '../../parts/view-head.tsx'
import { Believe } from './believe.tsx'
import { useDays } from './days.ts'
import { FixFirst } from './fix-first.tsx'
import { Lede } from './lede.tsx'
import { OpenBySeverity } from './open-by-severity.tsx'
import { useOpenFindings } from './open-findings.ts'
import { PostureHistory } from './posture-history.tsx'
import { ScoreLedger } from './score-ledger.tsx'
import { WorstServers } from './worst-servers.tsx'

export function Overview() {
  const days = useDays()
  const [posture, malware, summary, findings] = [
    usePosture(days),
    useMalware(),
    useSummary(),
    useFindings(),
  ]
  const open = useOpenFindings(findings)
  return (
    <>
      <ViewHead
        title="Overview"
        lede={
          <Lede posture={posture.body} malware={malware.body} summary={summary.body} days={days} />
        }
        answers={[posture, malware, summary, findings, ...open.answers]}
      />
      <div className="grid">
        <Panel title="Posture score" className="c5" aside="what each part adds to 100 points">
          <Shown of={posture} room={4}>
            {(body) => (
              <ScoreLedger posture={body} neverScanned={malware.body?.latest_scans.length === 0} />
            )}
          </Shown>
        </Panel>
        <PostureHistory posture={posture} days={days} />
        <div className="c7 stack">
          <FixFirst {...{ findings, malware, summary }} />
          <WorstServers summary={summary} />
        </div>
        <div className="c5 stack">
          <OpenBySeverity {...{ posture, malware, summary, findings }} open={open.counts} />
          <Believe {...{ posture, malware, summary, days }} />
        </div>
      </div>
    </>
  )
}
