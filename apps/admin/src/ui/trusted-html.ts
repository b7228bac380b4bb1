import { trustedTypesPolicy } from '@institute/contract/site.constants';

interface TrustedHtmlPolicy {
  createHTML(html: string): string;
}

/** Undefined in older browsers. TypeScript's types do not have it. */
const trustedTypeFactory:
  | { createPolicy(name: string, rules: TrustedHtmlPolicy): TrustedHtmlPolicy }
  | undefined = Reflect.get(globalThis, 'trustedTypes');

// The only policy by which the admin area turns text into HTML. Both functions below use it where no script
// can run.
const trustedHtmlPolicy = trustedTypeFactory?.createPolicy(trustedTypesPolicy, {
  createHTML: (html) => html,
});
const trustHtml = (html: string): string => trustedHtmlPolicy?.createHTML(html) ?? html;

/** Nothing in the returned document loads or runs. */
export const parseInertHtml = (html: string): Document =>
  new DOMParser().parseFromString(trustHtml(html), 'text/html');

/** The frame runs no scripts and sends no forms. */
export function showInFrame(frame: HTMLIFrameElement, html: string): void {
  frame.setAttribute('sandbox', '');
  frame.srcdoc = trustHtml(html);
}
