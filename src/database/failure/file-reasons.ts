// Why a file cannot be had, or no database can write: what is said, in other words, and what helps.
import type { KnownReason } from './server-reasons.ts'

/** A SQLite file, PostgreSQL and MariaDB, in this order. */
export const DISK = /disk I\/O error|disk is full|code: (53100|1021|1114)\b/

export const FILE_REASONS: readonly KnownReason[] = [
  [
    DISK,
    'the disk is full, or it fails',
    'Make room on the file system of the database (df -h). If there is room, look for faults of the disk (dmesg).',
  ],
  [/file is empty/i, 'the file is empty', 'Make the tables: secdash migrate'],
  [
    /there is no folder/,
    'its folder does not exist',
    'Make the folder, or correct the path in DATABASE_URL: a relative one starts at the working folder.',
  ],
  [
    / is not a file/,
    'it is no database, but a folder or something else that is no file',
    'Correct the path in DATABASE_URL.',
  ],
  [
    /ENOENT/,
    'there is no such file',
    'Correct the path in DATABASE_URL, or make the database: secdash migrate',
  ],
  [
    /EACCES|EPERM|unable to open/i,
    'this user may not open it',
    'Give the user of the service the right to the file and its folder: see "WAL mode" in docs/database.md. If it has the right, the file system may be mounted read-only: findmnt -T FOLDER',
  ],
  [
    /readonly database/i,
    'the file beside it that readers share is missing, and this user may not make it',
    'Let the group of the service write to the folder and the file: see "WAL mode" in docs/database.md.',
  ],
  [
    /not a (database|file)|malformed|ENOTDIR/i,
    'it is no database, or a broken one',
    'Correct the path in DATABASE_URL, or restore the file: see "Replacing it" in docs/database.md.',
  ],
]
