import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/facilities')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/admin/facilities"!</div>;
}
