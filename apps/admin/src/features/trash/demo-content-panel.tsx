import { formatNumber } from '@institute/contract/money';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { findContentResourceKey } from '../../api/content-resources.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { useAdminResources } from '../../content/admin-resource.ts';
import { countItems } from '../../ui/count-items.ts';
import { useQuestion } from '../../ui/use-question.tsx';

/** Lets owners move all content that came with the installation to the trash, and restore it. */
export function DemoContentPanel() {
  const { data: own } = admin.account.get.useQuery();
  const { data: demo } = admin.trash.demo.useQuery(undefined, { enabled: own?.isOwner === true });
  if (!demo) return null;
  if (demo.shown.length > 0 || demo.texts > 0) return <RemoveDemoContent demo={demo} />;
  return demo.trashed > 0 ? <RestoreDemoContent count={demo.trashed} /> : null;
}

const formatRestoredCount = ({ count }: { count: number }) => `${countItems(count, 'item')} restored`;
const restoreFailedMessage = 'The demo content was not restored';

function RemoveDemoContent({ demo: { shown, texts } }: { demo: AdminAnswers['trash']['demo'] }) {
  const { mutateAsync: remove } = admin.trash.removeDemo.useMutation();
  const { mutateAsync: restore } = admin.trash.restoreDemo.useMutation();
  const resources = useAdminResources();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  const contentCounts = shown.flatMap(({ type, count }) => {
    const contentResourceKey = findContentResourceKey(type);
    return contentResourceKey
      ? countItems(count, resources[contentResourceKey].words.one, resources[contentResourceKey].words.many)
      : [];
  });
  const siteTextCount = `${countItems(texts, 'part')} of Site`;
  const demoContentText = [...contentCounts, ...(texts > 0 ? [`texts in ${siteTextCount}`] : [])].join(', ');
  const restoreRemovedDemoContent = () =>
    change(() => restore(), { done: formatRestoredCount, failed: restoreFailedMessage });
  const askToRemoveDemoContent = () =>
    ask({
      title: 'Remove the demo content?',
      description: (
        <>
          {contentCounts.length > 0 && (
            <span className="block">To the trash: {contentCounts.join(', ')}.</span>
          )}
          {texts > 0 && <span className="mt-2 block">Emptied: the demo’s texts in {siteTextCount}.</span>}
          <span className="mt-2 block">
            What stays: all that you have written or changed, registrations, messages and donations.
          </span>
        </>
      ),
      confirmLabel: 'Remove',
      onConfirm: () =>
        change(
          async () => {
            const { count } = await remove();
            toast.success(`${countItems(count, 'item')} moved to the trash`, {
              action: { label: 'Undo', onPress: () => void restoreRemovedDemoContent() },
            });
          },
          { failed: 'The demo content was not removed' },
        ),
    });
  return (
    <Alert title="Demo content">
      <p>The site still shows {demoContentText} that came with it and that nobody has changed.</p>
      <Button variant="outline" size="sm" className="mt-2" onClick={askToRemoveDemoContent}>
        Remove demo content
      </Button>
      <OutcomeLine outcome={outcome} />
      {question}
    </Alert>
  );
}

function RestoreDemoContent({ count }: { count: number }) {
  const { mutateAsync: restore, isPending } = admin.trash.restoreDemo.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  return (
    <Alert title="The demo content is in the trash">
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        pending={isPending}
        onClick={() =>
          void change(() => restore(), { done: formatRestoredCount, failed: restoreFailedMessage })
        }
      >
        Restore demo content ({formatNumber(count)})
      </Button>
      <OutcomeLine outcome={outcome} />
    </Alert>
  );
}
