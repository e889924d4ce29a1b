const CLOUDS = /^(?:aws|azure|gcp)$/

export const isCloud = (platform: string): boolean => CLOUDS.test(platform)

export const serverTypeOf = (platform: string): string =>
  isCloud(platform) ? `${platform}-account` : 'server'
