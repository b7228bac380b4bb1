import { parseTextBlocks, type TextBlock } from '@institute/contract/text-blocks';
import { createElement, Fragment } from 'react';

export const ProgramDescription = ({ text }: { text: string }) =>
  createElement('div', { className: 'prose' }, ...parseTextBlocks(text).map(renderTextBlock));

const keptLineBreaksProps = { className: 'whitespace-pre-line' };

function renderTextBlock(block: TextBlock) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'text') return <p {...keptLineBreaksProps}>{block.text}</p>;
  const listItems = createElement(
    Fragment,
    null,
    ...block.items.map((item) => createElement('li', keptLineBreaksProps, item)),
  );
  return block.first === null ? <ul>{listItems}</ul> : <ol start={block.first}>{listItems}</ol>;
}
