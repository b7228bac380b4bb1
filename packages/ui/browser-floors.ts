/** Oldest versions that run the scripts. The names are those of MDN's compatibility data. */
const publicSite = {
  chrome: 99,
  chrome_android: 99,
  webview_android: 99,
  samsunginternet_android: 18,
  safari: 15.4,
  safari_ios: 15.4,
  firefox: 102,
  firefox_android: 102,
};
const office = { chrome: 109, edge: 109, safari: 16, safari_ios: 16, firefox: 115 };

export const browserFloors = { publicSite, office };

export type BrowserFloor = Record<string, number>;

const viteNames: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  safari: 'safari',
  safari_ios: 'ios',
  firefox: 'firefox',
};

const nameVersions = (floor: BrowserFloor, scriptsOfSafari = 0): string[] =>
  Object.entries(floor).flatMap(([browser, version]) => {
    const name = viteNames[browser];
    return name ? [name + (browser.startsWith('safari') ? Math.max(version, scriptsOfSafari) : version)] : [];
  });

/**
 * The build lowers syntax and styles to these. For Safari 15 it would rewrite all classes with fields (1 kB),
 * because of fields with parentheses. A test holds that the built scripts have none.
 */
export const toBuildTargets = (floor: BrowserFloor) => ({
  target: nameVersions(floor, 16),
  cssTarget: nameVersions(floor),
});
