// The four ways in which findings of the AWS Security Finding Format come: `{"Findings": […]}` from
// the command line, `{"findings": […]}` from the console, a bare list, or one after the other.
import type { PagedList } from '../../input/json.ts'
import { type Outline, outlineOf } from '../../input/json-outline.ts'

/** A page is as of `--max-items`. Taken for the whole, it would close what is on the others. */
export const ASFF_LIST: PagedList = {
  keys: ['Findings', 'findings'],
  marks: ['NextToken', 'nextToken'],
  advice:
    'fetch all pages into one: aws securityhub get-findings does so without --max-items, --max-results and --no-paginate',
}

const PREFIXES = ['', '[].', 'Findings[].', 'findings[].']

export const isAsff = (outline: Outline): boolean =>
  PREFIXES.some((it) => outline.has(`${it}ProductArn`) && outline.has(`${it}AwsAccountId`))

/** As Prowler itself writes it: without a wrapper, and with no finding of another product. */
export function isAsffOfProwler(head: string): boolean {
  const outline = outlineOf(head)
  const isBare = outline.has('[].ProductArn') || outline.has('ProductArn')
  if (!isBare || !isAsff(outline)) return false
  const products = head.matchAll(/"ProductArn"\s{0,9}:\s{0,9}"([^"]{0,300})"/g)
  return [...products].every(([, arn = '']) => isProwlerProduct(arn))
}

export const isProwlerProduct = (arn: string): boolean => arn.endsWith(':product/prowler/prowler')
