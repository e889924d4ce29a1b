/** What a person closes in the story, once the reports are stored. */
export interface DemoDecision {
  readonly kind: 'detection' | 'finding'
  /** The file of a detection, or the check of a finding. */
  readonly what: string
  /** The signature of a detection, or the server of a finding. */
  readonly where: string
  readonly at: number
  readonly by: string
  readonly note: string
}
