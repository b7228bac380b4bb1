// The content resources, one line each. The contract's lists of resources derive from this file.
export * from './alumni.ts';
export * from './coaches.ts';
export * from './facilities.ts';
export * from './gallery.ts';
export * from './intakes.ts';
export * from './pages.ts';
export * from './posts.ts';
export * from './programs.ts';
