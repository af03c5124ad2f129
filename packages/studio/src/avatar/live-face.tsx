import type { AvatarElement } from '@anima/player';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Problem } from '../parts/problem.js';
import { currentTicket } from './client.js';

/** The player of the service, which is not part of the bundle: only pages with a live face load it. */
const PLAYER_URL = '/player.js';

export interface LiveFaceProps {
  face: string;
  voice: string;
  speed: number;
  expression: string;
  /** Called with the element when it is added to the page, and with null when it is removed. */
  onElement: (element: AvatarElement | null) => void;
}

/** `<anima-avatar>` of this service. */
export function LiveFace({ face, voice, speed, expression, onElement }: LiveFaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<AvatarElement | null>(null);
  const { isSuccess, error } = useQuery({
    queryKey: ['player'],
    queryFn: async () => {
      await import(/* @vite-ignore */ PLAYER_URL);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

  useEffect(() => {
    if (!isSuccess) return;
    const element = document.createElement('anima-avatar');
    element.ticket = async () => (await currentTicket()) ?? undefined;
    shown.current = element;
    place.current?.append(element);
    onElement(element);
    return () => {
      element.remove();
      shown.current = null;
      onElement(null);
    };
  }, [isSuccess, onElement]);

  useEffect(() => {
    if (!isSuccess) return;
    const wanted = { face, voice, speed: String(speed), expression };
    for (const [name, value] of Object.entries(wanted))
      if (shown.current !== null && shown.current.getAttribute(name) !== value)
        shown.current.setAttribute(name, value);
  }, [isSuccess, face, voice, speed, expression]);

  return (
    <div className="live-face" ref={place}>
      {!isSuccess && error === null && <p className="waiting">Loading the face …</p>}
      <Problem error={error} />
    </div>
  );
}
