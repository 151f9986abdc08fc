/* SPDX-License-Identifier: Apache-2.0 */
/* What a translator makes of a Fortran program on the nodes: no header, all by reference. */
extern int mynode_(), numnodes_(), nodedim_(), myhost_(), mypid_(), infocount_(), infonode_();
extern int infotype_(), gray_(), ginv_(), iprobe_(), msgdone_(), isend_(), irecv_(), csendrecv_();
extern int csend_(), crecv_(), msgwait_(), gsync_(), gdsum_(), gihigh_(), gcol_(), hrecv_();
extern int gopf_(), masktrap_();
extern double dclock_();

static int seen[4], number;

static int handler_(int *type, int *count, int *node, int *pid) {
  seen[0] = *type;
  seen[1] = *count;
  seen[2] = *node;
  seen[3] = *pid;
  return 0;
}
static int larger_(double *x, double *y) {
  if (*y > *x) *x = *y;
  return 0;
}

int main(void) {
  int me = mynode_(), nodes, one = 1, four = 4, eight = 8, none = 0, two = 2, any = -1, type = 30;
  int right, left, answer[2], all[4], total, got = -1, id, host = myhost_(), work, most = me;
  double value = me, scratch, from_left = -1, largest = me;
  int wrong = 0;

  crecv_(&one, &nodes, &four);
  wrong += nodes != numnodes_() || 1 << nodedim_() != nodes || mypid_() != 0;
  right = (me + 1) % nodes;
  left = (me + nodes - 1) % nodes;

  hrecv_(&type, &got, &four, handler_);
  gsync_();
  csend_(&type, &me, &four, &right, &none);
  while (seen[0] == 0) {
    masktrap_(&none);
  }
  wrong += got != left || seen[0] != 30 || seen[1] != 4 || seen[2] != left || seen[3] != 0;

  type = 31;
  id = irecv_(&type, &from_left, &eight);
  csend_(&type, &value, &eight, &right, &none);
  msgwait_(&id);
  wrong += from_left != left || infocount_() != 8 || infonode_() != left || infotype_() != 31;
  type = 32;
  wrong += csendrecv_(&type, &me, &four, &right, &none, &type, &got, &four) != 4 || got != left;
  wrong += iprobe_(&any) != 0 || ginv_(&me) < 0 || gray_(&two) != 3;

  gdsum_(&value, &one, &scratch);
  gihigh_(&most, &one, &work);
  gopf_(&largest, &eight, &scratch, larger_);
  gcol_(&me, &four, all, &(int){16}, &total);
  wrong += value != 6 || most != 3 || largest != 3 || total != 16 || all[3] != 3;
  wrong += dclock_() <= 0;

  answer[0] = me;
  answer[1] = wrong;
  csend_(&two, answer, &eight, &host, &none);
  return 0;
}
