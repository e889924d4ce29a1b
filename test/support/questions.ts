// Every question that the service can be asked, in each form that makes other statements.

const MALWARE = '/api/malware.php'
const POSTURE = '/api/posture.php'
const COMPLIANCE = '/api/compliance-scans.php?action='

export const QUESTIONS = {
  malware: MALWARE,
  posture: POSTURE,
  summary: `${COMPLIANCE}summary`,
  server: `${COMPLIANCE}server&name=web-007`,
  findings: `${COMPLIANCE}findings`,
  'findings of a severity': `${COMPLIANCE}findings&severity=high`,
  'findings of a category': `${COMPLIANCE}findings&category=ssh`,
  'findings of a server': `${COMPLIANCE}findings&server=web-007`,
  'findings of a severity and category': `${COMPLIANCE}findings&severity=high&category=ssh`,
  'findings of a severity and server': `${COMPLIANCE}findings&severity=high&server=web-007`,
  'findings of a category and server': `${COMPLIANCE}findings&category=ssh&server=web-007`,
  'findings of all three': `${COMPLIANCE}findings&severity=high&category=ssh&server=web-007`,
  categories: `${COMPLIANCE}categories`,
  history: `${COMPLIANCE}history`,
  'history of a server': `${COMPLIANCE}history&server=web-007`,
} as const

export type QuestionName = keyof typeof QUESTIONS

export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[]
