// How do we stand, why, is it getting better, what to fix first, and can it be believed.
import { useFindings, useMalware, usePosture, useSummary } from '../../data/answers.ts'
import { RHYTHM_DAYS } from '../../data/staleness.ts'
import type { Posture } from '../../data/wire.ts'
import { useDays } from '../../parts/how-far-back.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Shown } from '../../parts/shown.tsx'
import { ViewHead } from '../../parts/view-head.tsx'
import { Believe } from './believe.tsx'
import { FixFirst } from './fix-first.tsx'
import { Lede } from './lede.tsx'
import { neverRecorded } from './never.ts'
import { OpenBySeverity } from './open-by-severity.tsx'
import { useOpenFindings } from './open-findings.ts'
import { PostureHistory, USUAL_DAYS } from './posture-history.tsx'
import { recordedOn } from './recorded-on.ts'
import { ScoreLedger } from './score-ledger.tsx'
import { WorstServers } from './worst-servers.tsx'

export function Overview() {
  const days = useDays(USUAL_DAYS)
  const [posture, recorded, malware, summary, findings] = [
    usePosture(days),
    usePosture(RHYTHM_DAYS, 'when the posture was recorded'),
    useMalware(),
    useSummary(),
    useFindings(),
  ]
  const open = useOpenFindings(findings)
  const postures = days === RHYTHM_DAYS ? [posture] : [posture, recorded]
  return (
    <>
      <ViewHead
        title="Overview"
        lede={
          <Lede
            posture={posture.body}
            isUnread={posture.trouble !== null}
            recorded={recorded.body}
            malware={malware.body}
            summary={summary.body}
            open={open.counts}
          />
        }
        answers={[...postures, malware, summary, findings, ...open.answers]}
      />
      <div className="grid">
        <Panel
          title="Posture score"
          className="c5"
          aside="what each part adds to 100 points"
          isPast={posture.isPast}
          {...(posture.body && !neverRecorded(posture.body) && { note: ageOf(posture.body) })}
        >
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
          <Believe {...{ posture, recorded, malware, summary }} />
        </div>
      </div>
    </>
  )
}

const ageOf = (posture: Posture): string =>
  `Malware is as of now; the others are as recorded ${recordedOn(posture)}.`
