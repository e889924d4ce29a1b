// The story that the compliance scans tell. Every number is a day, counted back from today:
//
//   120  As found: SSH wide open, logs that stay where they are, volumes without encryption.
//   106  A hardening campaign goes from server to server, and ends about day 66.
//    62  An upgrade of the web servers brings old settings back; mended within two weeks.
//    45  The build server gets a new runner, with far too many rights. Some are left today.
//    31  The shop gets a gallery plugin. Day 26: webshells (infections.ts). Day 17: clean again.
//    19  backup-01 reports for the last time. Nobody has looked yet.
//     4  Somebody opens port 22 of the bastion to the world.
import { DAYS } from './calendar.ts'
import type { ServerName } from './servers.ts'

const AS_FOUND = DAYS + 1
const OPEN = null

interface Chapter {
  readonly checks: readonly string[]
  /** The day when they began to fail. */
  readonly since: number
  /** The day when each server was mended; null when it is not. */
  readonly mended: Partial<Record<ServerName, number | null>>
  readonly note: string
}

export const CHAPTERS: readonly Chapter[] = [
  // As found, and the hardening campaign.
  {
    checks: ['SSH-5207', 'SSH-5212', 'SSH-5218', 'SSH-9001'],
    since: AS_FOUND,
    mended: {
      bastion: 98,
      'web-01': 95,
      'web-02': 94,
      'db-01': 91,
      'docker-01': 89,
      'ci-01': 87,
      'shop-wp': 84,
      'backup-01': 82,
    },
    note: 'Hardening campaign: sshd_config replaced by the baseline.',
  },
  {
    checks: ['SSH-5213', 'SSH-5214'],
    since: AS_FOUND,
    mended: {
      bastion: 97,
      'web-01': 93,
      'web-02': 93,
      'db-01': 90,
      'docker-01': 86,
      'ci-01': 85,
      'shop-wp': 80,
      'backup-01': OPEN,
    },
    note: 'Hardening campaign: old ciphers and MACs switched off.',
  },
  {
    checks: ['OS-4226'],
    since: AS_FOUND,
    mended: {
      bastion: 106,
      'web-01': 105,
      'web-02': 105,
      'db-01': 92,
      'docker-01': 76,
      'shop-wp': 70,
      'ci-01': 53,
      'backup-01': OPEN,
    },
    note: 'Logs go to the log host now.',
  },
  {
    checks: ['OS-4112', 'OS-1301'],
    since: AS_FOUND,
    mended: {
      'web-01': 88,
      'web-02': 88,
      'db-01': 79,
      'docker-01': 77,
      'shop-wp': 68,
      'ci-01': OPEN,
    },
    note: 'Hardening campaign: auditd and aide installed.',
  },
  {
    checks: ['OS-3513', 'SSH-5204'],
    since: AS_FOUND,
    mended: { 'web-02': 102, 'ci-01': 99, 'backup-01': 96 },
    note: 'Hardening campaign: firewall on, log-in for the group ssh-users only.',
  },
  {
    checks: ['OS-5401', 'OS-5303', 'OS-1121'],
    since: AS_FOUND,
    mended: {
      bastion: 83,
      'web-01': 81,
      'db-01': 78,
      'shop-wp': OPEN,
      'ci-01': 66,
      'backup-01': OPEN,
    },
    note: 'Hardening campaign: last round.',
  },
  {
    checks: ['AWS-EC2-08', 'AWS-EC2-03'],
    since: AS_FOUND,
    mended: { 'web-01': 82, 'web-02': 82, 'db-01': 74, 'docker-01': 67 },
    note: 'Instance rebuilt from the new launch template, with an encrypted volume.',
  },
  {
    checks: ['AWS-EC2-02', 'AWS-EC2-06'],
    since: AS_FOUND,
    mended: { bastion: 72, 'web-01': 72, 'web-02': 72, 'db-01': 72, 'docker-01': 72 },
    note: 'VPC: default group emptied, flow logs on.',
  },
  {
    checks: ['DKR-0202', 'DKR-0214', 'DKR-0215', 'DKR-0401'],
    since: AS_FOUND,
    mended: { 'docker-01': 73, 'ci-01': 69 },
    note: 'Hardening campaign: daemon.json replaced by the baseline, images got a user.',
  },
  {
    checks: ['WP-0203', 'WP-0204', 'WP-0302'],
    since: AS_FOUND,
    mended: { 'shop-wp': 71 },
    note: 'Hardening campaign: WordPress.',
  },
  // The upgrade of the web servers.
  {
    checks: ['SSH-5207', 'SSH-5212', 'SSH-5218'],
    since: 62,
    mended: { 'web-01': 58, 'web-02': 57 },
    note: 'The upgrade had put the package’s sshd_config in place; the baseline is back.',
  },
  {
    checks: ['AWS-EC2-08', 'OS-1301'],
    since: 62,
    mended: { 'web-01': 50, 'web-02': 49 },
    note: 'The upgrade had used an old launch template; instance rebuilt.',
  },
  // The new runner of the build server.
  {
    checks: ['DKR-0531', 'DKR-0205'],
    since: 45,
    mended: { 'ci-01': 33 },
    note: 'Builds moved to a rootless builder, the registry has a certificate.',
  },
  {
    checks: ['DKR-0504', 'DKR-0401'],
    since: 45,
    mended: { 'ci-01': OPEN },
    note: '',
  },
  // The plugin, and what came in with it.
  {
    checks: ['WP-0101', 'WP-0201', 'WP-0202'],
    since: 31,
    mended: { 'shop-wp': 25 },
    note: 'Gallery plugin deleted, its .htaccess too; password of the database changed.',
  },
  {
    checks: ['WP-0102', 'WP-0301'],
    since: 27,
    mended: { 'shop-wp': 22 },
    note: 'Core restored and verified; the strange administrator account is gone.',
  },
  {
    checks: ['WP-0103'],
    since: 24,
    mended: { 'shop-wp': 17 },
    note: 'Updated after the clean-up.',
  },
  // What is open today.
  { checks: ['OS-0001'], since: 50, mended: { 'backup-01': OPEN }, note: '' },
  {
    checks: ['AWS-IAM-03'],
    since: 15,
    mended: { 'db-01': OPEN, 'web-02': 8 },
    note: 'Key changed.',
  },
  { checks: ['DKR-0510'], since: 12, mended: { 'docker-01': OPEN }, note: '' },
  { checks: ['AWS-S3-08'], since: 9, mended: { 'web-02': OPEN }, note: '' },
  { checks: ['AWS-S3-05'], since: 7, mended: { 'web-01': OPEN }, note: '' },
  { checks: ['WP-0104'], since: 6, mended: { 'shop-wp': OPEN }, note: '' },
  { checks: ['AWS-EC2-19'], since: 4, mended: { bastion: OPEN }, note: '' },
  { checks: ['OS-2111'], since: 2, mended: { 'web-01': OPEN }, note: '' },
]
