import type { Catalog } from '@anima/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNotes } from '../parts/notes.js';
import { Problem } from '../parts/problem.js';
import { ConfirmButton } from '../parts/sure-button.js';
import { avatar } from './client.js';
import { useMediaUrl } from './media-url.js';

/** Faces, source clips and voices, with those that are taken where none is named. */
export function CatalogPage() {
  const { data, error } = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => avatar.catalog.get({ signal }),
  });
  if (data === undefined)
    return error === null ? <p className="waiting">Reading …</p> : <Problem error={error} />;
  return (
    <section className="stack">
      <h1>Catalog</h1>
      {data.problems.map(({ file, message }) => (
        <p key={file} className="problem">
          {file}: {message}
        </p>
      ))}
      <Upload />
      <Shelf
        title="Faces"
        entries={data.faces.map((face) => ({ ...face, said: face.kind === 'head' ? 'a head' : 'a picture' }))}
        remove={avatar.catalog.removeFace}
        choose={(face) => avatar.catalog.setDefaults({ face })}
      />
      <Shelf
        title="Clips"
        entries={data.sources.map((clip) => ({ ...clip, said: `${clip.duration.toFixed(1)} s` }))}
        remove={avatar.catalog.removeSource}
        choose={(source) => avatar.catalog.setDefaults({ source })}
      />
      <Voices voices={data.voices} />
    </section>
  );
}

interface Entry {
  name: string;
  said: string;
  default: boolean;
  thumbnail_url: string;
  built_in: boolean;
}

interface ShelfProps {
  title: string;
  entries: Entry[];
  remove: (name: string) => Promise<unknown>;
  choose: (name: string) => Promise<unknown>;
}

function Shelf({ title, entries, remove, choose }: ShelfProps) {
  const { act, error } = useCatalogAct();
  return (
    <section className="stack">
      <h2>{title}</h2>
      <Problem error={error} />
      {entries.length === 0 && <p className="soft">None yet: add one above.</p>}
      <ul className="shelf">
        {entries.map((entry) => (
          <li key={entry.name} className="card">
            <Thumbnail url={entry.thumbnail_url} />
            <p>
              <strong>{entry.name}</strong> <span className="soft small">{entry.said}</span>
            </p>
            <p className="row">
              {entry.default ? (
                <span className="chip">used by default</span>
              ) : (
                <button
                  type="button"
                  className="plain small"
                  aria-label={`Use by default: ${entry.name}`}
                  onClick={() => act(`${entry.name} is used from now on`, () => choose(entry.name))}
                >
                  Use by default
                </button>
              )}
              {!entry.built_in && (
                <ConfirmButton
                  name="Delete"
                  of={entry.name}
                  onSure={() => act('Deleted', () => remove(entry.name))}
                >
                  Clips that were made with it stay; its file is gone.
                </ConfirmButton>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Thumbnail({ url }: { url: string }) {
  return <img src={useMediaUrl(url)} alt="" loading="lazy" width={160} height={160} />;
}

function Upload() {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { act, error, isPending } = useCatalogAct();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (file === null) return;
    const isClip = file.type.startsWith('video/') || file.type === 'image/gif';
    const form = { name, file };
    act('Added', () => (isClip ? avatar.catalog.addSource(form) : avatar.catalog.addFace(form)));
  }

  return (
    <form className="card row" onSubmit={submit}>
      <label className="grow">
        A picture, a head (GLB, VRM) or a clip
        <input
          type="file"
          required
          accept="image/*,video/*,.glb,.vrm,.mkv"
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            setFile(chosen);
            if (chosen !== null && name === '') setName(nameOf(chosen));
          }}
        />
      </label>
      <label className="grow">
        Name
        <input required value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="submit" disabled={isPending}>
        {isPending ? 'Looking at it …' : 'Add'}
      </button>
      <Problem error={error} />
    </form>
  );
}

function nameOf(file: File): string {
  const end = file.name.lastIndexOf('.');
  return end > 0 ? file.name.slice(0, end) : file.name;
}

function Voices({ voices }: { voices: Catalog['voices'] }) {
  const { act, error } = useCatalogAct();
  return (
    <section className="stack">
      <h2>Voices</h2>
      <Problem error={error} />
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Engine</th>
            <th>
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {voices.map((voice) => (
            <tr key={voice.name}>
              <td>
                {voice.name} <span className="soft small">{voice.description}</span>
              </td>
              <td>
                {voice.engine} <span className="soft small">{voice.language}</span>
              </td>
              <td className="act">
                {voice.default ? (
                  <span className="chip">used by default</span>
                ) : (
                  <button
                    type="button"
                    className="plain small"
                    aria-label={`Use by default: ${voice.name}`}
                    onClick={() =>
                      act(`${voice.name} is used from now on`, () =>
                        avatar.catalog.setDefaults({ voice: voice.name }),
                      )
                    }
                  >
                    Use by default
                  </button>
                )}
                {voice.kind === 'preset' && (
                  <ConfirmButton
                    name="Delete"
                    of={voice.name}
                    onSure={() => act('Deleted', () => avatar.catalog.removeVoice(voice.name))}
                  >
                    What was spoken with it stays.
                  </ConfirmButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useCatalogAct() {
  const queries = useQueryClient();
  const tell = useNotes();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ work }: { told: string; work: () => Promise<unknown> }) => work(),
    onSuccess: async (_answer, { told }) => {
      await queries.invalidateQueries({ queryKey: ['catalog'] });
      tell(told);
    },
  });
  return { act: (told: string, work: () => Promise<unknown>) => mutate({ told, work }), error, isPending };
}
