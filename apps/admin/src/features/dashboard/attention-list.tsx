import { Button } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { listAttentionLines } from './attention-lines.ts';

/** The others are shown on demand, so that the first screen has room for today's work. */
const MAX_SHOWN_LINES = 4;

export function AttentionList() {
  const query = admin.stats.attention.useQuery();
  const lines = query.data && listAttentionLines(query.data);
  const [areAllShown, setAllShown] = useState(false);
  const isListShortened = !areAllShown && lines !== undefined && lines.length > MAX_SHOWN_LINES;
  return (
    <Panel
      title="What needs care"
      query={query}
      rows={isListShortened ? lines.slice(0, MAX_SHOWN_LINES - 1) : lines}
      failed="What needs care could not be loaded"
      empty="Nothing needs care"
      row={(line) => <PanelRow key={line.text} {...line} />}
    >
      {isListShortened && (
        <Button variant="ghost" size="sm" onClick={() => setAllShown(true)}>
          Show all {lines.length}
        </Button>
      )}
    </Panel>
  );
}
