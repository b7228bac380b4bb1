import { Heading } from '@institute/ui/heading.tsx';
import type { ComponentProps } from 'react';
import type { FormDialog } from './form-dialog.tsx';
import { DiscardQuestion, useUnsavedChanges } from './unsaved-changes.tsx';

type FormPageProps = Omit<ComponentProps<typeof FormDialog>, 'size'>;

/** A form that is too long for a dialog. */
export function FormPage({ title, isChanged, isBusy, onClose, onDiscard, children }: FormPageProps) {
  const unsaved = useUnsavedChanges({ isChanged, isBusy, close: onClose, isPage: true });
  return (
    <div className="flex flex-col gap-4">
      <Heading level={1} size="block">
        {title}
      </Heading>
      {children(unsaved.requestClose)}
      <DiscardQuestion
        open={unsaved.isAsking}
        onStay={unsaved.stay}
        onDiscard={() => {
          onDiscard?.();
          unsaved.discard();
        }}
      />
    </div>
  );
}
