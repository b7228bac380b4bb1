// The chart's library reads the language when it is imported. A system without a locale has `C`, which is none.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' });
}

export {};
