import { formatFaultPath } from '@institute/contract/text';
import { Alert } from '@institute/ui/alert.tsx';
import { useFormContext, useFormState } from 'react-hook-form';
import { countItems } from '../ui/count-items.ts';
import { listFaultyFields } from './field-errors.ts';

/** For a form that is longer than the screen: how many fields are refused, with a link to each. */
export function FaultLinks({ labels }: { labels: Readonly<Record<string, string>> }) {
  const { control, setFocus } = useFormContext();
  const faultyFields = listFaultyFields(control, useFormState({ control }).errors);
  if (faultyFields.length === 0) return null;
  return (
    <Alert
      tone="danger"
      className="w-full"
      title={`${countItems(faultyFields.length, 'field')} ${faultyFields.length === 1 ? 'is' : 'are'} not right`}
    >
      {/* One line on a phone, so that the form below keeps its room */}
      <ul className="flex gap-x-4 max-md:overflow-x-auto md:flex-wrap">
        {faultyFields.map(({ name, path }) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-11 whitespace-nowrap underline underline-offset-4 md:min-h-8"
              onClick={() => setFocus(path)}
            >
              {labels[name] ?? formatFaultPath(name)}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
