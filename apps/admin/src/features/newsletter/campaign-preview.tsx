import { Skeleton } from '@institute/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { admin } from '../../api/admin.ts';
import { loadOnce } from '../../content/resource-api.ts';
import { LoadError } from '../../parts/load-error.tsx';
import { showInFrame } from '../../parts/trusted-html.ts';

export function CampaignPreview({ id }: { id: number }) {
  const query = admin.newsletter.campaigns.preview.useQuery({ id }, loadOnce);
  const { data, error } = query;
  if (error) {
    return <LoadError title="The preview could not be loaded" query={query} />;
  }
  if (!data) return <Skeleton className="h-96 w-full" />;
  return (
    <Tabs defaultValue="html">
      <TabsList aria-label="Preview">
        <TabsTrigger value="html">Preview</TabsTrigger>
        <TabsTrigger value="text">Plain text</TabsTrigger>
      </TabsList>
      <TabsContent value="html">
        <iframe
          ref={(frame) => {
            if (frame) showInFrame(frame, data.html);
          }}
          title="Preview of the mail"
          sandbox=""
          className="h-[28rem] w-full rounded-control border border-line bg-white"
        />
      </TabsContent>
      <TabsContent value="text">
        <pre className="rounded-control border border-line p-4 text-sm whitespace-pre-wrap">{data.text}</pre>
      </TabsContent>
    </Tabs>
  );
}
