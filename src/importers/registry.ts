// Every importer, in the order in which the help lists them. A new tool is a line here.

import { dockerBench } from './compliance/docker-bench/docker-bench.ts'
import { inspec } from './compliance/inspec/inspec.ts'
import { kubeBench } from './compliance/kube-bench/kube-bench.ts'
import { lynis } from './compliance/lynis/lynis.ts'
import { openscap } from './compliance/openscap/openscap.ts'
import { prowler } from './compliance/prowler/prowler.ts'
import { securityhub } from './compliance/securityhub/securityhub.ts'
import { trivy } from './compliance/trivy/trivy.ts'
import { wpscan } from './compliance/wpscan/wpscan.ts'
import type { Importer } from './importer.ts'
import { chkrootkit } from './malware/chkrootkit/chkrootkit.ts'
import { clamav } from './malware/clamav/clamav.ts'
import { maldet } from './malware/maldet/maldet.ts'
import { rkhunter } from './malware/rkhunter/rkhunter.ts'
import { yara } from './malware/yara/yara.ts'
import { posture } from './posture.ts'

export const IMPORTERS: readonly Importer[] = [
  clamav,
  maldet,
  rkhunter,
  chkrootkit,
  yara,
  lynis,
  openscap,
  wpscan,
  dockerBench,
  inspec,
  prowler,
  securityhub,
  trivy,
  kubeBench,
  posture,
]

export const importerOf = (tool: string): Importer | undefined =>
  IMPORTERS.find((it) => it.tool === tool)
