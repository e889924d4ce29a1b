/** Every view, and every part of one that has an address of its own. */
export const EVERY_VIEW = [
  '/',
  '/malware',
  '/compliance',
  '/compliance?show=categories',
  '/compliance?show=history',
  '/servers/ci-01?status=all',
  '/findings',
  '/no-such-page',
] as const
