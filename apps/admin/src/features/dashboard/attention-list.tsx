import { Button } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { listAttentionLines } from './attention-lines.ts';

/** The others are shown on demand, so that the first screen has room for today's work. */
const MAX_SHOWN_LINES = 4;

export function AttentionList() {
  const attentionQuery = admin.stats.attention.useQuery();
  const attentionLines = attentionQuery.data && listAttentionLines(attentionQuery.data);
  const [areAllShown, setAllShown] = useState(false);
  const isListShortened =
    !areAllShown && attentionLines !== undefined && attentionLines.length > MAX_SHOWN_LINES;
  return (
    <Panel
      title="What needs care"
      query={attentionQuery}
      rows={isListShortened ? attentionLines.slice(0, MAX_SHOWN_LINES - 1) : attentionLines}
      failed="What needs care could not be loaded"
      empty="Nothing needs care"
      row={(line) => <PanelRow key={line.text} {...line} />}
    >
      {isListShortened && (
        <Button variant="ghost" size="sm" onClick={() => setAllShown(true)}>
          Show all {attentionLines.length}
        </Button>
      )}
    </Panel>
  );
}
