/**
 * Removes what one run of the tests has left in Docker, once that run has ended in whatever way: it holds our input open.
 * Plain JavaScript, because it runs as a process of its own. Arguments: labels; what has one of them is the run's.
 */
import { getContainerRuntimeClient } from 'testcontainers';

const labels = process.argv.slice(2);

for await (const _ of process.stdin);

const { dockerode } = (await getContainerRuntimeClient()).container;
// Until none is found: one may have been on its way when its maker was killed.
while ((await removeContainers()) > 0);
for (const label of labels) {
  const filters = { label: [label] };
  const { Volumes } = await dockerode.listVolumes({ filters });
  for (const { Name } of Volumes) await remove(dockerode.getVolume(Name));
  for (const { Id } of await dockerode.listNetworks({ filters })) await remove(dockerode.getNetwork(Id));
}

async function removeContainers() {
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
