type ConnectionSpeedHints = {
  connection?: { effectiveType?: string; saveData?: boolean };
  deviceMemory?: number;
};

/** True when connection and phone are fast enough to load scripts. Browsers that report neither count as fast. */
export function isFastEnoughForScripts(hints: object): boolean {
  const { connection = {}, deviceMemory = 8 } = hints as ConnectionSpeedHints;
  const { effectiveType = '4g', saveData = false } = connection;
  return effectiveType === '4g' && !saveData && deviceMemory > 2;
}
