import { countAt, type JsonObject, listAt, objectFrom } from './gltf-json.js';
import type { SceneNode } from './gltf-nodes.js';

/** Whether a node is part of the scene that viewers show: the default one, else the first; all nodes of a file without scenes. */
export function shownNodes(json: JsonObject, nodes: readonly SceneNode[]): (node: number) => boolean {
  const scenes = listAt(json, 'scenes');
  const scene = scenes[countAt(json, 'scene', 0)];
  if (scene === undefined) return () => true;
  const roots = new Set(listAt(objectFrom(scene, 'a scene'), 'nodes'));
  const shown = nodes.map((_, node) => {
    let at = node;
    while (at !== -1 && !roots.has(at)) at = nodes[at]!.parent;
    return at !== -1;
  });
  return (node) => shown[node]!;
}
