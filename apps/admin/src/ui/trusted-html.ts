import { trustedTypesPolicy } from '@institute/contract/site.constants';

interface Policy {
  createHTML(html: string): string;
}

/** Older browsers and TypeScript's types do not have it. */
const trustedTypeFactory: { createPolicy(name: string, rules: Policy): Policy } | undefined = Reflect.get(
  globalThis,
  'trustedTypes',
);

// The only place where the admin area turns text into HTML. Both functions below use it where no script
// can run.
const policy = trustedTypeFactory?.createPolicy(trustedTypesPolicy, { createHTML: (html) => html });
const trustHtml = (html: string): string => policy?.createHTML(html) ?? html;

/** Nothing in the returned document loads or runs. */
export const parseInertHtml = (html: string): Document =>
  new DOMParser().parseFromString(trustHtml(html), 'text/html');

/** The frame runs no scripts and sends no forms. */
export function showInFrame(frame: HTMLIFrameElement, html: string): void {
  frame.setAttribute('sandbox', '');
  frame.srcdoc = trustHtml(html);
}
