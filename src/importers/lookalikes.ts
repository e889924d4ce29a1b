// Files that lie beside reports and are none, or come from tools that nothing here reads. Each is
// named when it is refused, whichever tool it was taken for.
import { isProwlerCompliance } from './compliance/prowler/prowler-csv.ts'
import { looksLikeJson } from './input/json.ts'
import { outlineOf } from './input/json-outline.ts'

interface Lookalike {
  readonly is: string
  looks(head: string): boolean
}

/** What a file is known to be that no importer reads; undefined where that is not known. */
export const lookalikeOf = (head: string): string | undefined => lookAmong(LOOKALIKES, head)

/** Of these a member may stand there as it is: then an importer would read on over its beginning. */
export const archiveIn = (head: string): string | undefined => lookAmong(ARCHIVES, head)

function lookAmong(lookalikes: readonly Lookalike[], head: string): string | undefined {
  const known = lookalikes.find(({ looks }) => looks(head))
  return known === undefined ? undefined : `it looks like ${known.is}`
}

const starts =
  (...beginnings: readonly string[]) =>
  (head: string): boolean =>
    beginnings.some((it) => head.startsWith(it))

const has =
  (...parts: readonly string[]) =>
  (head: string): boolean =>
    parts.every((it) => head.includes(it))

const ARCHIVES: readonly Lookalike[] = [
  { is: 'a zip archive; unpack it first', looks: starts('PK\x03\x04') },
  {
    is: 'a tar archive; unpack it first',
    looks: (head) => head.slice(0, 1024).includes('\0ustar'),
  },
]

const LOOKALIKES: readonly Lookalike[] = [
  {
    is: 'a file compressed with gzip; import it with zcat FILE | secdash import TOOL -',
    looks: starts('\x1f\\x8B', '\x1f\u008b'),
  },
  {
    is: 'a file compressed with xz; import it with xzcat FILE | secdash import TOOL -',
    looks: starts('\\xFD7zXZ'),
  },
  {
    is: 'a file compressed with zstd; import it with zstdcat FILE | secdash import TOOL -',
    looks: starts('(\\xB5/\\xFD'),
  },
  {
    is: 'a file compressed with bzip2; import it with bzcat FILE | secdash import TOOL -',
    looks: (head) => /^BZh[1-9]1AY&SY/.test(head),
  },
  ...ARCHIVES,
  {
    is: 'a log of freshclam, which fetches signatures and scans nothing',
    looks: (head) => /ClamAV update process started|freshclam daemon/.test(head),
  },
  {
    is: 'a log of clamonacc, whose lines have no time; import clamd.log, which has the same hits',
    looks: (head) =>
      /^(?:(?:ERROR|WARNING): )?Clam(?:Inotif|Fanotif|ScanQueue|onacc): /m.test(head),
  },
  {
    is: 'the clamscan_log of maldet, which names no file; import its session file or event_log',
    looks: (head) => /^\S+ +\d+ (?:\d{4} )?[\d:]{8} \S+ clamscan start$/m.test(head),
  },
  {
    is: 'an error message of ClamAV, not a scan; import what it printed, or its --log file',
    looks: (head) =>
      /^LibClamAV (?:Error|Warning): |^action_setup: |^ERROR: (?:Can't|Could not|Malformed) /m.test(
        head,
      ) || /^WARNING: [^\n]{1,4096}: (?:Can't access file|Not supported file type)$/m.test(head),
  },
  {
    is: 'the list of all hits of maldet, without their scans; import its session files or event_log',
    looks: (head) => /^\d{9,11}:[0-9a-f]{32}:\{/.test(head),
  },
  {
    is: 'the hits of a scan of maldet without the scan; import the session file beside it',
    looks: (head) => /^\{[A-Z0-9]+\}\S+(?: +: +|\t)\//.test(head),
  },
  {
    is: 'a JSON report of maldet; import its session file (session.tsv.*) or event_log',
    looks: has('"Linux Malware Detect"', '"sig_version"'),
  },
  {
    is: 'metadata of one file by clamscan --gen-json, not a scan',
    looks: has('"RootFileType"', '"FileMD5"'),
  },
  {
    is: 'a report of AIDE, which tells of changes and not of malware',
    looks: (head) => /AIDE \d/.test(head) || has('AIDE found')(head),
  },
  { is: 'a report of ssh-audit', looks: has('"banner"', '"kex"', '"recommendations"') },
  { is: 'a report of ScoutSuite', looks: starts('scoutsuite_results') },
  {
    is: 'a report of CloudSploit',
    looks: has('"plugin"', '"category"', '"status"', '"region"', '"resource"'),
  },
  { is: 'a report of Deepfence', looks: starts('Rule Name,Class,File Name') },
  {
    is: 'what Lynis prints on the terminal; import /var/log/lynis-report.dat instead',
    looks: (head) =>
      /\[ Lynis \d|Lynis security scan details|\[\+\] Initializing program/.test(head),
  },
  {
    is: 'the log of Lynis; import /var/log/lynis-report.dat instead',
    looks: (head) => /Starting Lynis \d/.test(head),
  },
  {
    is: 'what maldet prints on the terminal, which names no file; import its session file or event_log',
    looks: has('Linux Malware Detect', 'maldet('),
  },
  {
    is: 'a rules file of YARA',
    looks: (head) => /^[ \t]*(?:import "|rule \w)/m.test(head) && head.includes('condition:'),
  },
  {
    is: 'what oscap prints on the terminal; import what it writes with --results-arf instead',
    looks: (head) => /^Rule\s+\S+\s+(?:Ident\s+\S+\s+)*Result\s/m.test(head.slice(0, 4096)),
  },
  {
    is: 'the log of docker-bench-security for people; import the .log.json beside it',
    looks: (head) =>
      /^# Docker Bench for Security/m.test(head) ||
      (/^Initializing \S/m.test(head) && /^Section A - |Host Configuration/m.test(head)),
  },
  {
    is: 'a compliance file of Prowler; import its findings file instead',
    looks: isProwlerCompliance,
  },
  {
    is: 'findings of AWS Security Hub in the format OCSF (get-findings-v2, an export job); import what aws securityhub get-findings writes',
    looks: (head) =>
      looksLikeJson(head) &&
      /"uid"\s{0,9}:\s{0,9}"arn:aws[\w-]{0,20}:securityhub:[^"]{0,80}:productv2\//.test(head),
  },
  {
    is: 'a compliance report of Trivy, which names neither what was scanned nor when; import what it writes without --compliance',
    looks: isTrivyCompliance,
  },
  { is: 'a report of Tiger', looks: has('Tiger', '--WARN--') },
  {
    is: 'a log of rkhunter without a check; run rkhunter --check',
    looks: (head) => /^\[\d\d:\d\d:\d\d\] Running Rootkit Hunter version /m.test(head),
  },
  {
    is: 'an error message of yara, not a scan',
    looks: (head) => /^error(?: scanning \S|: rule "|: could not open file)/.test(head),
  },
]

/** With --report all or summary, as JSON or as a table. */
function isTrivyCompliance(head: string): boolean {
  const outline = outlineOf(head)
  return (
    outline.has('SummaryControls[].Severity') ||
    (outline.has('RelatedResources') && outline.has('Results[].Severity')) ||
    /^Summary Report for compliance: /m.test(head.slice(0, 4096))
  )
}
