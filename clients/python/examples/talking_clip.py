"""Renders a talking face and prints the progress: python talking_clip.py [TEXT] [PATH]."""

import sys

from anima_client import AvatarClient, JobFailedError, clip_result
from anima_client.avatar_models import BatchJob, Job


def report(job: Job | BatchJob) -> None:
    """Print the progress of a job."""
    print(f"{job.progress:.0%} {job.status} {job.stage}")


text, path = (sys.argv[1:] + ["Good morning.", "clip.mp4"][len(sys.argv) - 1 :])[:2]
with AvatarClient() as avatar:
    accepted = avatar.generate_lipsync(text=text, face="ada", options={"width": 256})
    try:
        job = avatar.wait_for(accepted, on_progress=report)
    except JobFailedError as error:
        sys.exit(f"{error.code}: {error}")
    avatar.download(job, path)
    print(f"{clip_result(job).duration} s in {path}")
