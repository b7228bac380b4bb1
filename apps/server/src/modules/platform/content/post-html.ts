import { findHiddenParts, isTracked } from '@institute/contract/hidden-parts';
import { readLinkAim } from '@institute/contract/link-aim';
import { postHtmlRules } from '@institute/contract/post-html';
import { postLimits } from '@institute/contract/posts.constants';
import { DomUtils, ElementType, Parser, parseDocument } from 'htmlparser2';
import sanitize from 'sanitize-html';
import { FileRefusal } from '../../../background/file-refusal.ts';

const toCookielessVideo = (src: string): string =>
  src.replace(/^https:\/\/www\.youtube\.com(?=\/)/i, 'https://www.youtube-nocookie.com');

const isPlayer = (src = ''): boolean => URL.canParse(src) && /^\/embed\/[\w-]+$/.test(new URL(src).pathname);

/** Blocks that a post does not keep. */
const OTHER_BLOCKS =
  'address article aside caption dd div dl dt fieldset footer form h5 h6 header main nav section summary tfoot';

/** Words that Word has inserted as a change are words like others, and older pages strike words by another tag. */
export const changedWords: sanitize.IOptions['transformTags'] = {
  strike: 's',
  ins: (tagName, attribs) => ({ tagName: isTracked(attribs) ? 'span' : tagName, attribs }),
};

const cleaningRules: sanitize.IOptions = {
  allowedTags: [...postHtmlRules.tags, ...OTHER_BLOCKS.split(' ')],
  allowedAttributes: postHtmlRules.attributes,
  allowedSchemes: postHtmlRules.linkSchemes,
  allowedSchemesByTag: { img: postHtmlRules.imageSchemes, iframe: ['https'] },
  allowedIframeHostnames: postHtmlRules.videoHosts,
  allowProtocolRelative: false,
  transformTags: {
    ...changedWords,
    h1: 'h2',
    a: (tagName, { href, ...attribs }) => {
      const aim = href === undefined ? href : readLinkAim(href);
      if (href !== undefined && aim === undefined) return { tagName: 'span', attribs: {} };
      const target: sanitize.Attributes = aim === undefined ? {} : { href: aim };
      return { tagName, attribs: { ...target, ...attribs, rel: 'noopener noreferrer' } };
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
  // A frame of another host has lost its address and would be an empty box. A page that is no player may lead anywhere.
  exclusiveFilter: ({ tag, attribs }) => tag === 'iframe' && !isPlayer(attribs.src),
};

/** The pattern may be simple: at this point tags have no attributes, and text has no "<". */
const tagsOfOtherBlocks = new RegExp(`(?:</?(?:${OTHER_BLOCKS.replaceAll(' ', '|')})>\\s*)+`, 'g');

type TreeNode = Parameters<typeof DomUtils.removeElement>[0];

/** Leaves out remarks and what a reader of the page would not see, and breaks lines where only a style does. */
export function removeHiddenParts(html: string, tell?: () => void): string {
  const page = parseDocument(html);
  const { hidden, lines } = findHiddenParts<TreeNode>(page, (node) => {
    if (node.type === ElementType.Text) return node.data;
    if ('attribs' in node) return { name: node.name, attributes: node.attribs, children: node.children };
    return node === page ? { name: '', attributes: {}, children: page.children } : undefined;
  });
  if (hidden.length > 0) tell?.();
  if (hidden.length + lines.length === 0) return html;
  for (const line of lines) for (const end of parseDocument('<br>').children) DomUtils.prepend(line, end);
  for (const node of hidden) DomUtils.removeElement(node);
  return DomUtils.getOuterHTML(page);
}

/**
 * Removes all HTML that could run scripts or deceive, and what is hidden. Other blocks become spaces, so that no words
 * are joined.
 */
export const postHtml = (html: string) =>
  sanitize(removeHiddenParts(html), cleaningRules).replace(tagsOfOtherBlocks, ' ').trim();

class TooDeep extends Error {}

/** The time that tags take grows with their depth, so a text of nested tags would keep the process busy. */
export function isNestedTooDeep(html: string): boolean {
  let depth = 0;
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      if (depth > postLimits.depth) throw new TooDeep();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return false;
  } catch (error) {
    if (error instanceof TooDeep) return true;
    throw error;
  }
}

export function cleanArticle(html: string): string {
  if (!isNestedTooDeep(html)) return postHtml(html);
  throw new FileRefusal(
    `Tags within each other: at most ${postLimits.depth}. Paste the text without its format.`,
  );
}
