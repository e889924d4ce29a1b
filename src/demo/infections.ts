// What the malware scanners found. Days are counted back from today; half a day is noon of the day
// before. Each is found by the scanner's first run from then on.
import type { Action, MalwareStatus } from '../importers/report.ts'
import type { Severity } from '../severity.ts'
import type { Scanner } from './scanners.ts'

/** `closed` is the day when somebody closed it, null when nobody has. */
export type Infection = readonly [
  severity: Severity,
  file: string,
  signature: string,
  action: Action,
  closed: number | null,
]

const SHOP = '/var/www/shop'
const GALLERY = `${SHOP}/wp-content/uploads/gallery`

export const INFECTIONS: readonly {
  readonly day: number
  readonly scanner: Scanner
  readonly found: readonly Infection[]
}[] = [
  // Small things, long ago.
  {
    day: 108,
    scanner: 'clamav',
    found: [
      ['low', '/home/ci/downloads/setup-helper.exe', 'Win.Adware.Bundler-101', 'removed', 108],
    ],
  },
  {
    day: 84,
    scanner: 'rkhunter',
    found: [['medium', '/usr/bin/lwp-request', 'Properties changed', 'none', 83]],
  },
  {
    day: 71,
    scanner: 'clamav',
    found: [
      ['low', '/srv/mail/inbox/invoice-scan.pdf', 'Pdf.Phishing.Invoice-77', 'quarantined', 70],
    ],
  },
  {
    day: 52,
    scanner: 'chkrootkit',
    found: [['medium', '/dev/shm/.cache-x', 'Suspicious hidden file', 'none', 51]],
  },
  // Webshells on the shop: they came in through the gallery plugin.
  {
    day: 26,
    scanner: 'clamav',
    found: [
      ['critical', `${GALLERY}/thumb.php`, 'Php.Webshell.Uploader-31', 'quarantined', 25],
      ['high', `${GALLERY}/a1.php.jpg`, 'Php.Dropper.ImageTail-8', 'quarantined', 24],
    ],
  },
  {
    day: 26,
    scanner: 'maldet',
    found: [
      ['critical', `${GALLERY}/cache.php`, 'php.cmdshell.small.204', 'quarantined', 24],
      ['high', `${GALLERY}/.idx.php`, 'php.base64.eval.611', 'quarantined', 24],
      ['medium', `${GALLERY}/readme.txt`, 'txt.defacement.note.12', 'quarantined', 23],
    ],
  },
  {
    day: 25.5,
    scanner: 'clamav',
    found: [
      ['critical', `${SHOP}/wp-load.php`, 'Php.Backdoor.Include-5', 'cleaned', 22],
      ['high', `${SHOP}/wp-includes/plugin.php`, 'Php.Injected.Redirect-14', 'cleaned', 22],
    ],
  },
  {
    day: 25,
    scanner: 'maldet',
    found: [
      ['high', `${SHOP}/wp-content/themes/shop/404.php`, 'php.mailer.bulk.88', 'quarantined', 21],
      [
        'medium',
        `${SHOP}/wp-content/mu-plugins/cron.php`,
        'php.backdoor.cron.19',
        'quarantined',
        20,
      ],
    ],
  },
  {
    day: 25,
    scanner: 'clamav',
    found: [
      ['medium', '/var/spool/cron/crontabs/www-data', 'Unix.Persistence.Crontab-3', 'cleaned', 22],
    ],
  },
  {
    day: 24,
    scanner: 'rkhunter',
    found: [['high', '/usr/sbin/.sshd-helper', 'Unknown listening binary', 'none', 23]],
  },
  {
    day: 24,
    scanner: 'maldet',
    found: [['low', `${GALLERY}/links.html`, 'html.seo.spam.40', 'quarantined', 18]],
  },
  {
    day: 24,
    scanner: 'clamav',
    found: [['low', `${GALLERY}/promo.html`, 'Html.Spam.Links-22', 'quarantined', 18]],
  },
  {
    day: 23,
    scanner: 'clamav',
    found: [['medium', `${GALLERY}/b64.inc`, 'Php.Obfuscated.Eval-90', 'quarantined', 17]],
  },
  // Left today: a backup made while the shop was infected, a mail, something in a build.
  {
    day: 22,
    scanner: 'clamav',
    found: [
      [
        'medium',
        '/srv/backup/shop/uploads-weekly.tar.gz',
        'Php.Webshell.Uploader-31',
        'quarantined',
        null,
      ],
    ],
  },
  {
    day: 3,
    scanner: 'maldet',
    found: [
      ['low', '/srv/mail/inbox/parcel-notice.html', 'html.phishing.parcel.7', 'quarantined', null],
    ],
  },
  {
    day: 1.5,
    scanner: 'clamav',
    found: [
      [
        'high',
        '/var/lib/docker/overlay2/build-cache/xmr.tgz',
        'Unix.Coinminer.Generic-402',
        'quarantined',
        null,
      ],
    ],
  },
]

/** A run that did not get to its end, and why. */
export const BROKEN_RUNS: readonly {
  readonly day: number
  readonly scanner: Scanner
  readonly status: MalwareStatus
  readonly why: string
}[] = [
  { day: 43, scanner: 'maldet', status: 'error', why: 'signature update failed' },
  { day: 1, scanner: 'clamav', status: 'incomplete', why: 'stopped by a restart for updates' },
]
