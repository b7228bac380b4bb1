import { article } from '@institute/contract/article';
import sanitize from 'sanitize-html';

const allowed: sanitize.IOptions = {
  allowedTags: article.tags,
  allowedAttributes: article.attributes,
  allowedSchemes: article.linkSchemes,
  allowedSchemesByTag: { img: article.imageSchemes, iframe: ['https'] },
  allowedIframeHostnames: article.videoHosts,
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    iframe: sanitize.simpleTransform('iframe', {
      loading: 'lazy',
      referrerpolicy: 'strict-origin-when-cross-origin',
    }),
  },
  // a frame of a foreign host loses its address and would stay as an empty box
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !attribs.src,
};

/** An article's HTML without anything that could run or deceive. */
export const articleHtml = (html: string): string => sanitize(html, allowed).trim();
