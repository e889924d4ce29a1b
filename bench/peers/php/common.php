<?php
// What both scripts share: who may ask, one persistent connection a worker, one consistent moment.
declare(strict_types=1);

const SEVERITIES = ['critical', 'high', 'medium', 'low'];

function reply(int $status, array $body): never
{
    $json = json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
    http_response_code($status);
    header('Content-Type: application/json');
    header('Cache-Control: no-store');
    header('X-Content-Type-Options: nosniff');
    header('Content-Length: ' . strlen($json));
    echo $json;
    exit;
}

function require_user(): void
{
    if (($_SERVER['HTTP_X_AUTH_USER_ID'] ?? '') === '') {
        reply(401, ['error' => 'Unauthorized']);
    }
}

function connect(): PDO
{
    try {
        $db = new PDO(
            $_SERVER['DATABASE_DSN'],
            $_SERVER['DATABASE_USER'] ?: null,
            $_SERVER['DATABASE_PASSWORD'] ?: null,
            [
                PDO::ATTR_PERSISTENT => true,
                PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
                PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
                // Native types: numbers arrive as numbers.
                PDO::ATTR_EMULATE_PREPARES => false,
                PDO::ATTR_STRINGIFY_FETCHES => false,
            ],
        );
        return $db;
    } catch (PDOException $error) {
        error_log($error->getMessage());
        reply(500, ['error' => 'Database connection failed']);
    }
}

/** All that one answer says comes from one moment. */
function in_one_moment(PDO $db, callable $read): array
{
    $begin = is_sqlite($db) ? 'BEGIN' : 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY';
    try {
        $db->exec($begin);
        $body = $read($db);
        $db->exec('COMMIT');
        return $body;
    } catch (PDOException $error) {
        error_log($error->getMessage());
        try {
            $db->exec('ROLLBACK');
        } catch (PDOException) {
            // There was none to end.
        }
        reply(500, ['error' => 'Database query failed']);
    }
}

function is_sqlite(PDO $db): bool
{
    return $db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite';
}

function rows(PDO $db, string $sql, array $parameters = []): array
{
    $statement = $db->prepare($sql);
    $statement->execute($parameters);
    return $statement->fetchAll();
}

/** Numbers by severity, also those that have none. */
function counts_by_severity(array $rows): array
{
    $counts = array_fill_keys(SEVERITIES, 0);
    foreach ($rows as ['severity' => $severity, 'number' => $number]) {
        if (isset($counts[$severity])) {
            $counts[$severity] = (int) $number;
        }
    }
    return $counts;
}
