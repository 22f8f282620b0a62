/**
 * Removes everything that one test run has left, once that run has ended in any way: it keeps this process's input open.
 * Plain JavaScript, because it is a separate process. Arguments: the directory of temporary files, and labels; anything in
 * Docker with one of them belongs to the run. Without labels it had no Docker.
 */
import { rm } from 'node:fs/promises';

const [directory, ...labels] = process.argv.slice(2);

for await (const _ of process.stdin);

if (labels.length > 0) await sweepDocker();
// Processes of the run that have not ended yet may still write.
await rm(directory, { recursive: true, force: true, maxRetries: 10 });

async function sweepDocker() {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { dockerode } = (await getContainerRuntimeClient()).container;
  // Repeated until none is found: one may still appear after its creator was killed.
  while ((await removeContainers(dockerode)) > 0);
  for (const label of labels) {
    const filters = { label: [label] };
    const { Volumes } = await dockerode.listVolumes({ filters });
    for (const { Name } of Volumes) await remove(dockerode.getVolume(Name));
    for (const { Id } of await dockerode.listNetworks({ filters })) await remove(dockerode.getNetwork(Id));
  }
}

async function removeContainers(dockerode) {
  const found = await Promise.all(
    labels.map((label) => dockerode.listContainers({ all: true, filters: { label: [label] } })),
  );
  await Promise.all(found.flat().map(({ Id }) => remove(dockerode.getContainer(Id), { force: true, v: true })));
  return found.flat().length;
}

async function remove(thing, options) {
  try {
    await thing.remove(options);
  } catch (error) {
    // Its suite is removing it.
    if (error.statusCode !== 404 && error.statusCode !== 409) throw error;
  }
}
