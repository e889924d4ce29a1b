/** What a person closes in the story, once the reports are stored. */
export type DemoDecision = {
  readonly at: number
  readonly by: string
  readonly note: string
} & (
  | { readonly kind: 'detection'; readonly path: string; readonly signature: string }
  | { readonly kind: 'finding'; readonly check: string; readonly server: string }
)
