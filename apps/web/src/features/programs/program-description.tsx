import { parseTextBlocks, type TextBlock } from '@institute/contract/text-blocks';
import { createElement, Fragment } from 'react';

export const ProgramDescription = ({ text }: { text: string }) =>
  createElement('div', { className: 'prose' }, ...parseTextBlocks(text).map(showBlock));

const lines = { className: 'whitespace-pre-line' };

function showBlock(block: TextBlock) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'text') return <p {...lines}>{block.text}</p>;
  const items = createElement(Fragment, null, ...block.items.map((item) => createElement('li', lines, item)));
  return block.first === null ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>;
}
