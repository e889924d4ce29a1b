/** Below findings of servers, which are not those that are open now. */
export const COUNTED =
  'Findings: as counted in the latest scan of each server, including those resolved since.'
