import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type FC, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { type ContentKey, contentTypes } from '../api/content-resources.ts';
import { useUser } from '../api/user.ts';
import { takeFormKeptInTab } from '../forms/device-form.ts';
import { useAdminResources } from './admin-resource.ts';
import { ContentForm, type FormDeclaration, type FormSchema } from './content-form.tsx';

type PageForm<Row extends { id: number }, Values extends FieldValues, Input> = Omit<
  FormDeclaration<Row, Values, Input>,
  'words'
>;

/** The form of one item on a page of its own, at `/admin/posts/new` and `/admin/posts/7`. */
export const makeContentPage =
  <Row extends { id: number }, Schema extends FormSchema>(
    resource: ContentKey,
    form: PageForm<Row, Schema['_zod']['input'], z.output<Schema>>,
  ): FC =>
  () => {
    const { id } = useParams({ strict: false });
    return <ContentPage key={id} resource={resource} id={id === 'new' ? null : Number(id)} form={form} />;
  };

type ContentPageProps<Row extends { id: number }, Values extends FieldValues, Input> = {
  resource: ContentKey;
  id: number | null;
  form: PageForm<Row, Values, Input>;
};

function ContentPage<Row extends { id: number }, Values extends FieldValues, Input>({
  resource,
  id,
  form,
}: ContentPageProps<Row, Values, Input>) {
  const { words } = useAdminResources()[resource];
  const { email } = useUser();
  const [kept] = useState(() => takeFormKeptInTab(words.one, email, id));
  const navigate = useNavigate();
  const { list } = useLocation().state;
  return (
    <ContentForm
      form={{ ...form, words }}
      trash={contentTypes[resource]}
      target={kept ? { id, kept } : { id }}
      // By now what was typed is stored or given up, so leaving the page asks nothing
      onCreated={(made) =>
        void navigate({ to: `/admin/${resource}/${made}`, state: true, replace: true, ignoreBlocker: true })
      }
      onClose={() => void navigate({ to: `/admin/${resource}`, search: list ?? {}, ignoreBlocker: true })}
    />
  );
}
