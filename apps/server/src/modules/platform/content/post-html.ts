import { findHiddenParts, isTrackedChange } from '@institute/contract/hidden-parts';
import { readLinkAim } from '@institute/contract/link-aim';
import { postHtmlRules } from '@institute/contract/post-html';
import { postLimits } from '@institute/contract/posts.constants';
import { DomUtils, ElementType, Parser, parseDocument } from 'htmlparser2';
import sanitize from 'sanitize-html';
import { FileRefusal } from '../../../background/file-refusal.ts';

const toCookielessVideo = (src: string): string =>
  src.replace(/^https:\/\/www\.youtube\.com(?=\/)/i, 'https://www.youtube-nocookie.com');

const isVideoPlayer = (src = ''): boolean =>
  URL.canParse(src) && /^\/embed\/[\w-]+$/.test(new URL(src).pathname);

/** Block elements that are removed from a post. Their content stays. */
const UNKEPT_BLOCK_TAGS =
  'address article aside caption dd div dl dt fieldset footer form h5 h6 header main nav section summary tfoot';

/** Text that Word marked as an insertion becomes normal text, and the old tag `strike` becomes `s`. */
export const wordChangeTransforms: sanitize.IOptions['transformTags'] = {
  strike: 's',
  ins: (tagName, attribs) => ({ tagName: isTrackedChange(attribs) ? 'span' : tagName, attribs }),
};

const cleaningRules: sanitize.IOptions = {
  allowedTags: [...postHtmlRules.tags, ...UNKEPT_BLOCK_TAGS.split(' ')],
  allowedAttributes: postHtmlRules.attributes,
  allowedSchemes: postHtmlRules.linkSchemes,
  allowedSchemesByTag: { img: postHtmlRules.imageSchemes, iframe: ['https'] },
  allowedIframeHostnames: postHtmlRules.videoHosts,
  allowProtocolRelative: false,
  transformTags: {
    ...wordChangeTransforms,
    h1: 'h2',
    a: (tagName, { href, ...attribs }) => {
      const linkTarget = href === undefined ? href : readLinkAim(href);
      if (href !== undefined && linkTarget === undefined) return { tagName: 'span', attribs: {} };
      const hrefAttributes: sanitize.Attributes = linkTarget === undefined ? {} : { href: linkTarget };
      return { tagName, attribs: { ...hrefAttributes, ...attribs, rel: 'noopener noreferrer' } };
    },
    img: sanitize.simpleTransform('img', { loading: 'lazy' }),
    iframe: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...attribs,
        ...(attribs.src && { src: toCookielessVideo(attribs.src) }),
        loading: 'lazy',
        referrerpolicy: 'strict-origin-when-cross-origin',
      },
    }),
  },
  // A frame without an allowed host has no address and would be an empty box. A frame that is not a video player
  // could lead anywhere
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !isVideoPlayer(attribs.src),
};

/** The pattern may be simple: at this point tags have no attributes, and text has no "<". */
const unkeptBlockPattern = new RegExp(`(?:</?(?:${UNKEPT_BLOCK_TAGS.replaceAll(' ', '|')})>\\s*)+`, 'g');

type TreeNode = Parameters<typeof DomUtils.removeElement>[0];

/** Removes comments and invisible elements. Adds a line break where only a style made one. */
export function removeHiddenParts(html: string, tell?: () => void): string {
  const parsedPage = parseDocument(html);
  const { hidden, lines } = findHiddenParts<TreeNode>(parsedPage, (node) => {
    if (node.type === ElementType.Text) return node.data;
    if ('attribs' in node) return { name: node.name, attributes: node.attribs, children: node.children };
    return node === parsedPage ? { name: '', attributes: {}, children: parsedPage.children } : undefined;
  });
  if (hidden.length > 0) tell?.();
  if (hidden.length + lines.length === 0) return html;
  for (const lineElement of lines)
    for (const lineBreak of parseDocument('<br>').children) DomUtils.prepend(lineElement, lineBreak);
  for (const hiddenNode of hidden) DomUtils.removeElement(hiddenNode);
  return DomUtils.getOuterHTML(parsedPage);
}

/**
 * Removes all HTML that could run scripts or deceive, and what is hidden. Other blocks become spaces, so that no words
 * are joined.
 */
export const cleanPostHtml = (html: string) =>
  sanitize(removeHiddenParts(html), cleaningRules).replace(unkeptBlockPattern, ' ').trim();

class NestedTooDeepError extends Error {}

/** The time that tags take grows with their depth, so a text of nested tags would keep the process busy. */
export function isNestedTooDeep(html: string): boolean {
  let openTagDepth = 0;
  const parser = new Parser({
    onopentag: () => {
      openTagDepth += 1;
      if (openTagDepth > postLimits.depth) throw new NestedTooDeepError();
    },
    onclosetag: () => {
      openTagDepth -= 1;
    },
  });
  try {
    parser.end(html);
    return false;
  } catch (error) {
    if (error instanceof NestedTooDeepError) return true;
    throw error;
  }
}

export function cleanArticle(html: string): string {
  if (!isNestedTooDeep(html)) return cleanPostHtml(html);
  throw new FileRefusal(
    `Tags within each other: at most ${postLimits.depth}. Paste the text without its format.`,
  );
}
