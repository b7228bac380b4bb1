import { trustedTypesPolicy } from '@institute/contract/posts.constants';

interface Policy {
  createHTML(html: string): string;
}

/** Missing in older browsers, and in the types of TypeScript. */
const factory: { createPolicy(name: string, rules: Policy): Policy } | undefined = Reflect.get(
  globalThis,
  'trustedTypes',
);

// The only place where the admin area turns text into HTML. Both functions below use it where no script can run.
const policy = factory?.createPolicy(trustedTypesPolicy, { createHTML: (html) => html });
const trusted = (html: string): string => policy?.createHTML(html) ?? html;

/** Reads HTML into a document of its own, in which nothing loads or runs. */
export const inertHtml = (html: string): Document =>
  new DOMParser().parseFromString(trusted(html), 'text/html');

/** Shows HTML in a frame that runs no scripts and sends no forms. */
export function showInFrame(frame: HTMLIFrameElement, html: string): void {
  frame.setAttribute('sandbox', '');
  frame.srcdoc = trusted(html);
}
