const emojiPattern = /\p{RGI_Emoji}/gv;

/** For paper and drawn pictures, whose fonts have no emoji. */
export const removeEmoji = (text: string): string =>
  text.search(emojiPattern) < 0 ? text : text.replace(emojiPattern, '').replace(/ {2,}/g, ' ').trim();
