// Why a server cannot be had.
import { both, code, either, type KnownReason, words } from './signs.ts'

/** Whatever is written. The number of MariaDB and MySQL is that of any option in the way. */
export const TAKES_NO_CHANGES = either(
  code('25006', '1792'),
  both(code('1290'), words(/read-only/)),
)

/** The driver of PostgreSQL has no code for it, and the last words are our own. */
const SILENT = either(
  code('ETIMEDOUT', 'PROTOCOL_SEQUENCE_TIMEOUT'),
  code('57014', '25P03', '25P04', '57P05'),
  code('1159', '1161', '1969', '3024', '4031'),
  words(/timeout expired|read timeout|^no answer within /i),
)

export const SERVER_REASONS: readonly KnownReason[] = [
  [
    // Our own words.
    words(/sslrootcert .* cannot be used/),
    'the file that sslrootcert names cannot be used',
    'Name a file of certificates in PEM form that the user of the service may read.',
  ],
  [
    // The driver of PostgreSQL has no code for it.
    either(code('HANDSHAKE_NO_SSL_SUPPORT'), words(/does not support SSL connections/)),
    'the server offers no encryption',
    'Give the server a certificate and a key. On one machine or in a network of your own, sslmode=disable in DATABASE_URL does.',
  ],
  // Node has codes for these three, and the driver of MariaDB puts its own in their place.
  [
    words(/does not match certificate/),
    'the certificate of the server bears another name',
    'Give the host in DATABASE_URL by a name that the certificate bears, or the server a certificate with this name.',
  ],
  [
    words(/certificate (has expired|is not yet valid)/),
    'the certificate of the server is not valid today',
    'Give the server a new certificate, and compare the clocks of both machines.',
  ],
  [
    words(
      /self-signed certificate|unable to (verify|get) .*certificate|certificate signature failure/,
    ),
    'the certificate of the server is of no known authority',
    'Name the file of its authority with sslrootcert=PATH in DATABASE_URL. If you did, this is another server than you mean.',
  ],
  [
    either(code('3159'), both(code('28000'), words(/pg_hba\.conf.* no encryption/))),
    'the server does not let this account in from here, or only with encryption',
    'Add sslmode=verify-full to DATABASE_URL. PostgreSQL: or add a line for user, database and address to pg_hba.conf, and reload the server.',
  ],
  [
    // Our own words.
    words(/a standby cannot be written to/),
    'only a standby answers, and the primary does not',
    'Start the primary, or name it in DATABASE_URL.',
  ],
  [
    // Files of SQLite have the same codes, and hosts have the last one.
    either(
      both(code('ENOENT', 'ENOTDIR'), words(/connect E/)),
      both(code('ECONNREFUSED'), words(/connect ECONNREFUSED \S*\//)),
    ),
    'nobody listens on this socket',
    'Start the database server, or correct socket=PATH in DATABASE_URL. MariaDB: the path of the socket. PostgreSQL: its folder, and the port by which the socket is named.',
  ],
  [
    both(code('EACCES'), words(/connect E/)),
    'this user may not use the socket',
    'Give the user of the service the right to the socket and its folder.',
  ],
  [
    code('ECONNREFUSED'),
    'nobody listens there',
    'Start the database server, or correct host and port in DATABASE_URL.',
  ],
  [
    code('ENOTFOUND', 'EAI_AGAIN'),
    'the name of the host is unknown',
    'Correct the host in DATABASE_URL, or the name service of this machine.',
  ],
  [
    code('53300', '1040', '1203', '1226'),
    'the server has no connection left',
    'Raise max_connections on the server or the limit of the account, or lower READERS of the instances that share it.',
  ],
  [
    either(code('3118', '4150', '4151'), both(code('28000'), words(/not permitted to log in/))),
    'the account is locked',
    'Let an administrator unlock it. PostgreSQL: alter role NAME login; MariaDB: alter user NAME account unlock; and flush privileges;',
  ],
  [
    code('1129'),
    'the server has blocked this machine, because many connections from it broke off',
    'Let an administrator run: flush hosts; and set skip_name_resolve, or a larger max_connect_errors.',
  ],
  [
    both(code('AUTH_SWITCH_PLUGIN_ERROR'), words(/unknown plugin/)),
    'the account signs in by a plugin that secdash does not know',
    `Give the account a password of mysql_native_password (MariaDB) or caching_sha2_password (MySQL).`,
  ],
  [
    // The driver of PostgreSQL has no code for it.
    words(/client password must be/),
    'the server asks for a password, and DATABASE_URL has none',
    'Write it behind the user: postgres://USER:PASSWORD@HOST/DATABASE; in a password, @ : / ? # % are percent-encoded.',
  ],
  [
    code('1820', '1862'),
    'the password of the account has expired',
    `Let an administrator run: alter user NAME identified by 'PASSWORD' password expire never; and put that password into DATABASE_URL.`,
  ],
  [
    code('1045', '1698'),
    'user or password are refused',
    `Correct user and password in DATABASE_URL; in a password, @ : / ? # % are percent-encoded. MariaDB says the same where the account is made for another host, where an account without a name comes first (drop user ''@'localhost';), and where it demands TLS: then add sslmode=verify-full.`,
  ],
  [
    either(code('28P01'), both(code('28000'), words(/role ".*" does not exist/))),
    'user or password are refused',
    'Correct user and password in DATABASE_URL; in a password, @ : / ? # % are percent-encoded. PostgreSQL says the same of a password that has expired (valid until).',
  ],
  [
    both(code('28000'), words(/\bpeer\b/i)),
    'the server lets this account in by the socket only from the system user of the same name',
    'Name the account after the user of the service. Or write scram-sha-256 in the place of peer in pg_hba.conf, reload the server, and give the password in DATABASE_URL.',
  ],
  [
    code('3D000', '1049'),
    'there is no such database',
    'Create it (create database NAME;), or correct its name in DATABASE_URL.',
  ],
  [
    both(code('42501'), words(/permission denied for database/i)),
    'the account may not connect to this database',
    'Let an administrator run: grant connect on database NAME to ACCOUNT; It needs USAGE on the schema and SELECT on the tables, too: see the accounts in docs/deploying.md.',
  ],
  [
    code('1044'),
    'the account may not use this database, or there is none of this name',
    'Correct its name in DATABASE_URL, or let an administrator give the account its rights: see the accounts in docs/deploying.md.',
  ],
  [
    code('28000', '1130'),
    'the server does not let this account in from here',
    'PostgreSQL: add a line for user, database and address to pg_hba.conf, and reload the server. MariaDB: make the account for this host, too.',
  ],
  [
    // The words are our own.
    either(code('3F000'), words(/no schema has been selected/)),
    'none of the schemas on the search path of the account is there',
    'Give it one: alter role ACCOUNT set search_path = public;',
  ],
  [
    code('57P03'),
    'the server is just starting or stopping',
    'Wait until it is up. If it stays so, see what the server itself logs.',
  ],
  [
    TAKES_NO_CHANGES,
    'the server takes no changes: it is a standby or a replica, or set to be read only',
    'Name the primary in DATABASE_URL.',
  ],
  [
    // Our own words.
    words(/Galera node is not ready/),
    'this node has lost its cluster',
    `Look at show status like 'wsrep_%' on the node, and name all nodes in DATABASE_URL.`,
  ],
  [
    code('EHOSTUNREACH', 'ENETUNREACH'),
    'no way leads to the host',
    'Correct the host in DATABASE_URL, or see that it is up, and that neither route nor firewall is in the way.',
  ],
  [
    SILENT,
    'it does not answer in time',
    'See that the server runs and is not overloaded, that no firewall is in between, and that the port in DATABASE_URL is that of the server.',
  ],
  [
    // The driver of PostgreSQL has no code for it; the third is of our own words.
    words(
      /message from backend|invalid response|not the protocol of|connection terminated unexpectedly/i,
    ),
    'it ended the connection, or it is another kind of server',
    'See that host, port and the beginning of DATABASE_URL are those of the server, and what the server itself logs.',
  ],
]
