import { parseTextBlocks, type TextBlock } from '@institute/contract/text-blocks';
import { createElement, Fragment } from 'react';

export const ProgramDescription = ({ text }: { text: string }) =>
  createElement('div', { className: 'prose' }, ...parseTextBlocks(text).map(renderBlock));

const lineBreaksProps = { className: 'whitespace-pre-line' };

function renderBlock(block: TextBlock) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'text') return <p {...lineBreaksProps}>{block.text}</p>;
  const listItems = createElement(
    Fragment,
    null,
    ...block.items.map((item) => createElement('li', lineBreaksProps, item)),
  );
  return block.first === null ? <ul>{listItems}</ul> : <ol start={block.first}>{listItems}</ol>;
}
