import { Dialog } from '@institute/ui/dialog.tsx';

type KeyDescription = readonly [key: string, does: string];

const sharedKeyDescriptions: KeyDescription[] = [
  ['?', 'These keys'],
  ['Esc', 'Close'],
];

export const KeysDialog = ({ keys, onClose }: { keys: readonly KeyDescription[]; onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
      {[...keys, ...sharedKeyDescriptions].map(([key, does]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-block min-w-8 rounded-small border border-edge px-2 py-0.5 text-center font-sans text-sm">
              {key}
            </kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
