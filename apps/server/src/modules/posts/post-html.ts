import { postHtmlRules } from '@institute/contract/post-html';
import sanitize from 'sanitize-html';

const withoutCookies = (src: string): string =>
  src.replace(/^https:\/\/www\.youtube\.com(?=\/)/i, 'https://www.youtube-nocookie.com');

const allowed: sanitize.IOptions = {
  allowedTags: postHtmlRules.tags,
  allowedAttributes: postHtmlRules.attributes,
  allowedSchemes: postHtmlRules.linkSchemes,
  allowedSchemesByTag: { img: postHtmlRules.imageSchemes, iframe: ['https'] },
  allowedIframeHostnames: postHtmlRules.videoHosts,
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    iframe: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...attribs,
        ...(attribs.src && { src: withoutCookies(attribs.src) }),
        loading: 'lazy',
        referrerpolicy: 'strict-origin-when-cross-origin',
      },
    }),
  },
  // frames of other hosts lose their address and would stay as empty boxes
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs.src,
};

/** Removes all HTML that could run scripts or deceive. */
export const postHtml = (html: string): string => sanitize(html, allowed).trim();
