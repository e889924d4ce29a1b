<?php
// The action `findings` alone: it is the one that is compared.
declare(strict_types=1);
require __DIR__ . '/common.php';

const LIMIT = 500;
const NAME = '/^[a-zA-Z0-9_-]+$/D';

require_user();
$filters = [];
foreach (['severity', 'category', 'server'] as $name) {
    $value = $_GET[$name] ?? '';
    $filters[$name] = $value === '' ? null : $value;
}
if ($filters['severity'] !== null && !in_array($filters['severity'], SEVERITIES, true)) {
    reply(400, ['error' => 'Invalid severity value']);
}
foreach (['category' => 'Invalid category format', 'server' => 'Invalid server name format'] as $name => $error) {
    if ($filters[$name] !== null && !preg_match(NAME, $filters[$name])) {
        reply(400, ['error' => $error]);
    }
}

function condition(array $filters): array
{
    $where = ["finding.status = 'fail'", 'finding.resolved_at IS NULL'];
    $parameters = [];
    foreach (['severity' => 'finding.severity', 'category' => 'finding.check_category', 'server' => 'scan.server_name'] as $name => $column) {
        if ($filters[$name] !== null) {
            $where[] = "$column = ?";
            $parameters[] = $filters[$name];
        }
    }
    return [implode(' AND ', $where), $parameters];
}

function count_findings(PDO $db, array $filters): array
{
    [$where, $parameters] = condition($filters);
    // The foreign key says that each has its scan: the scans are needed for the name alone.
    $join = $filters['server'] === null ? '' : 'JOIN compliance_scans AS scan ON scan.scan_id = finding.scan_id';
    return counts_by_severity(rows(
        $db,
        "SELECT finding.severity, count(*) AS number FROM compliance_findings AS finding $join
         WHERE $where GROUP BY finding.severity",
        $parameters,
    ));
}

function findings_of(PDO $db, array $filters, int $limit): array
{
    [$where, $parameters] = condition($filters);
    // The findings come first, in the order of their index.
    $join = is_sqlite($db) ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
    return rows(
        $db,
        "SELECT finding.finding_id, finding.check_category, finding.check_name, finding.check_id,
           finding.severity, finding.finding_summary, finding.finding_details,
           finding.remediation_steps, finding.aws_resource_id, finding.aws_resource_type,
           finding.file_path, finding.service_name, finding.cis_benchmark,
           finding.aws_foundational_security, finding.nist_csf, finding.detected_at,
           scan.server_name, scan.server_type, scan.scan_date
         FROM compliance_findings AS finding
         $join compliance_scans AS scan ON scan.scan_id = finding.scan_id
         WHERE $where
         ORDER BY finding.detected_at DESC, finding.finding_id DESC LIMIT $limit",
        $parameters,
    );
}

$body = in_one_moment(connect(), function (PDO $db) use ($filters): array {
    $counts = count_findings($db, $filters);
    $findings = [];
    foreach (SEVERITIES as $severity) {
        $left = LIMIT - count($findings);
        if ($counts[$severity] > 0 && $left > 0) {
            array_push($findings, ...findings_of($db, ['severity' => $severity] + $filters, $left));
        }
    }
    return [
        'filters' => $filters,
        'total_findings' => array_sum($counts),
        'findings' => $findings,
        'timestamp' => gmdate('Y-m-d\TH:i:s+00:00'),
    ];
});
reply(200, $body);
