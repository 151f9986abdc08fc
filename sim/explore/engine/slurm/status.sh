#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# status.sh ID: what became of a job, in the words that Snakemake expects. It asks the controller, since
# not every cluster has an accounting database.
answer=$(scontrol --oneliner show job "$1" 2>&1)
case $answer in
  *JobState=COMPLETED*) echo success ;;
  *JobState=PENDING* | *JobState=CONFIGURING* | *JobState=RUNNING* | *JobState=COMPLETING* | \
    *JobState=SUSPENDED* | *JobState=REQUEUE*) echo running ;;
  *JobState=*) echo failed ;;
  # It ended so long ago that the controller has forgotten it. Running it again finds what it left.
  *"Invalid job id"*) echo failed ;;
  # Nobody answers, as while the controller restarts.
  *) echo running ;;
esac
