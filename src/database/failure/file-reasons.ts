// Why a file cannot be had, or no database can write.
import { both, code, either, type KnownReason, sqliteCode, words } from './signs.ts'

/** A SQLite file, PostgreSQL and MariaDB, in this order. */
export const DISK = either(sqliteCode('IOERR', 'FULL'), code('53100', '1021', '1114'))

export const FILE_REASONS: readonly KnownReason[] = [
  [
    DISK,
    'the disk is full, or it fails',
    'Make room on the file system of the database (df -h). If there is room, look for faults of the disk (dmesg).',
  ],
  [
    // Our own words.
    words(/file is empty/i),
    'the file is empty',
    'Make the tables: secdash migrate',
  ],
  [
    // The words are our own.
    both(code('ENOENT'), words(/there is no folder/)),
    'its folder does not exist',
    'Make the folder, or correct the path in DATABASE_URL: a relative one starts at the working folder.',
  ],
  [
    code('EISDIR'),
    'it is no database, but a folder or something else that is no file',
    'Correct the path in DATABASE_URL.',
  ],
  [
    code('ENOENT'),
    'there is no such file',
    'Correct the path in DATABASE_URL (without one it is secdash.db in the folder of the command), or make the database: secdash migrate',
  ],
  [
    either(code('EACCES', 'EPERM'), sqliteCode('CANTOPEN')),
    'this user may not open it',
    'Give the user of the service the right to the file and its folder: see "WAL mode" in docs/database.md. If it has the right, the file system may be mounted read-only: findmnt -T FOLDER',
  ],
  [
    // SQLITE_READONLY_ROLLBACK.
    code('SQLITE 776'),
    'a writer was ended in the middle, and what it left undone must be taken back by one who may write',
    'As a user who may write the file: secdash migrate. It takes that back, and puts the file into WAL mode, where this cannot happen.',
  ],
  [
    sqliteCode('READONLY'),
    'the file beside it that readers share is missing, and this user may not make it',
    'Let the group of the service write to the folder and the file: see "WAL mode" in docs/database.md.',
  ],
  [
    either(sqliteCode('CORRUPT', 'NOTADB'), code('ENOTDIR')),
    'it is no database, or a broken one',
    'Correct the path in DATABASE_URL, or restore the file: see "Replacing it" in docs/database.md.',
  ],
]
