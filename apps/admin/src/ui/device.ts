const browserNames: [mark: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];
const systemNames: [mark: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findMatchingName = (list: typeof browserNames, text: string) =>
  list.find(([mark]) => mark.test(text))?.[1];

/** "Chrome on Android". For display only, because user agents are not reliable. */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const browser = findMatchingName(browserNames, userAgent);
  const system = findMatchingName(systemNames, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}
