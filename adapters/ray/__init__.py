"""Hosts on a Ray cluster (https://docs.ray.io): a run plays its episodes on the phones of many machines."""
