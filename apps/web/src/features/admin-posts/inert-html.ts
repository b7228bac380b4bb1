import { trustedTypesPolicy } from '@institute/contract/posts.constants';

declare global {
  interface Window {
    /** Missing in older browsers, and in the types of TypeScript. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(html: string): string },
      ): { createHTML(html: string): string };
    };
  }
}

// the admin area parses no text as HTML but through this policy, which nothing else may use
const policy = window.trustedTypes?.createPolicy(trustedTypesPolicy, { createHTML: (html) => html });

/** Reads HTML into a document of its own, in which nothing loads or runs. */
export const inertHtml = (html: string): Document =>
  new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
